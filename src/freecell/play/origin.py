"""What a game begins with: a deal, or any position."""

from __future__ import annotations

from dataclasses import dataclass

from freecell._core import State
from freecell.deals import Deal
from freecell.errors import FreeCellError
from freecell.play.saves import Reader
from freecell.rules import Rules

__all__ = ["Origin"]


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game begins with; immutable.

    Attributes:
        source: The deal or the position.
        given: The rules to play by, if they differ from those of `source`; None if they do not.
    """

    source: Deal | State
    given: Rules | None

    @property
    def deal(self) -> Deal | None:
        """The deal; None for a position."""
        return self.source if isinstance(self.source, Deal) else None

    @property
    def field(self) -> str:
        """The field of a saved game that holds the deal or the position."""
        return "position" if self.deal is None else "deal"

    def title(self) -> str:
        """Return the name of the game as a heading, with the number of the deal if it has one."""
        rules = self.source.rules if self.given is None else self.given
        return rules.title(None if self.deal is None else self.deal.number)

    def code(self, rules: Rules) -> str:
        """Return the share code of the deal under `rules`, or raise an error that says why there is none."""
        if self.deal is None:
            raise FreeCellError("a game from a position has no share code: only a numbered deal has one")
        return self.deal.code(rules)

    def data(self) -> dict[str, object]:
        """Return the fields of a saved game that :meth:`read` reads, in types that have a JSON form."""
        source = self.source
        place = _deal_data(source) if isinstance(source, Deal) else {"board": str(source)}
        return {
            self.field: {"rules": str(source.rules), **place},
            "rules": None if self.given is None else str(self.given),
        }

    @classmethod
    def read(cls, saved: Reader) -> Origin:
        """Return what a saved game begins with."""
        field = saved.only_one_of("a game", ("deal", "position"))
        source = _read_deal(saved[field]) if field == "deal" else _read_position(saved[field])
        return cls(source, saved["rules"].optional(lambda rules: rules.parsed(Rules.parse)))

    def __str__(self) -> str:
        return "from a position" if self.deal is None else f"of {self.deal!r}"


def _deal_data(deal: Deal) -> dict[str, object]:
    if deal.number is not None:
        return {"number": deal.number}
    if deal.cards is not None:
        return {"cards": " ".join(map(str, deal.cards))}
    return {"board": str(deal)}


def _read_deal(saved: Reader) -> Deal:
    source = saved.only_one_of("a deal", ("number", "cards", "board"))
    saved.has_only(["rules", source])
    rules = saved["rules"].parsed(Rules.parse)
    place = saved[source]
    with place.located():
        if source == "number":
            return Deal(place.whole(), rules)
        if source == "cards":
            return place.parsed(lambda cards: Deal.from_cards(cards, rules))
        return place.parsed(lambda board: Deal.parse(board, rules))


def _read_position(saved: Reader) -> State:
    saved.has_only(["rules", "board"])
    rules = saved["rules"].parsed(Rules.parse)
    return saved["board"].parsed(lambda board: State.parse(board, rules))
