"""Settings of Hypothesis for tests that are slow, or whose examples are often filtered."""

from hypothesis import HealthCheck, settings

untimed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
