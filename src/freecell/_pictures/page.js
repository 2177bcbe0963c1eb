
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const find = (id) => document.getElementById(id);
  const layer = find("cards");
  const cards = data.cards.map((_, index) => find("card" + index));
  const still = matchMedia("(prefers-reduced-motion: reduce)");

  // The table after every single step, and after which step each move is done.
  const frames = [data.start];
  const ends = [0];
  for (const move of data.moves) {
    for (const [from, to, count] of move.steps) {
      const piles = frames[frames.length - 1].slice();
      const moved = piles[from].slice(piles[from].length - count);
      piles[from] = piles[from].slice(0, piles[from].length - count);
      piles[to] = piles[to].concat(moved);
      frames.push(piles);
    }
    ends.push(frames.length - 1);
  }
  const last = ends.length - 1;

  const spots = (piles) => {
    const found = new Map();
    piles.forEach((pile, place) => {
      const [x, y, room] = data.places[place];
      const fan = pile.length < 2 ? 0 : Math.min(data.fan, (room - data.card) / (pile.length - 1));
      pile.forEach((card, depth) => found.set(card, [x, y + (place < data.columns ? depth * fan : 0)]));
    });
    return found;
  };
  const put = (card, x, y) => cards[card].setAttribute("transform", `translate(${x.toFixed(2)} ${y.toFixed(2)})`);

  let at = 0; // the frame that is shown
  let aim = 0; // the frame to get to, step by step
  let gliding = null; // the step that is being shown
  let playing = false;
  let timer = 0;

  const speed = () => Number(find("speed").value);
  const moveOf = (frame) => ends.findIndex((end) => end >= frame);

  const show = () => {
    gliding = null;
    for (const pile of frames[at]) for (const card of pile) layer.append(cards[card]);
    for (const [card, [x, y]] of spots(frames[at])) put(card, x, y);
  };

  const glide = (time) => {
    if (gliding === null) return;
    gliding.since ??= time;
    const part = gliding.lasts === 0 ? 1 : Math.min(1, (time - gliding.since) / gliding.lasts);
    const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
    for (const [card, from, to] of gliding.ways) {
      put(card, from[0] + (to[0] - from[0]) * eased, from[1] + (to[1] - from[1]) * eased);
    }
    if (part < 1) return requestAnimationFrame(glide);
    gliding = null;
    step();
  };

  // Begin the next single step towards the aim, or, there, the next move.
  const step = () => {
    if (at === aim) {
      if (playing) {
        if (moveOf(at) === last) halt();
        else timer = setTimeout(() => { to(moveOf(at) + 1); }, still.matches ? 900 / speed() : 380 / speed());
      }
      return;
    }
    const next = at + Math.sign(aim - at);
    const before = spots(frames[at]);
    const after = spots(frames[next]);
    const [from, onto, count] = stepOf(Math.max(at, next));
    const pile = frames[next][next > at ? onto : from];
    for (const card of pile.slice(-count)) layer.append(cards[card]);
    const ways = [];
    for (const [card, spot] of after) {
      const old = before.get(card);
      if (old[0] !== spot[0] || old[1] !== spot[1]) ways.push([card, old, spot]);
    }
    const many = Math.abs(ends[moveOf(Math.max(at, next))] - ends[moveOf(Math.max(at, next)) - 1]);
    const lasts = still.matches ? 0 : (many > 2 ? 190 : 270) / speed();
    at = next;
    gliding = { ways, lasts, since: undefined };
    requestAnimationFrame(glide);
  };
  const steps = data.moves.flatMap((move) => move.steps);
  const stepOf = (frame) => steps[frame - 1];

  // Go to the end of a move: step by step, or at once.
  const to = (number, atOnce = false) => {
    clearTimeout(timer);
    if (gliding !== null || at !== aim) {
      at = aim;
      show();
    }
    aim = ends[Math.max(0, Math.min(last, number))];
    tell();
    if (atOnce) {
      at = aim;
      show();
    }
    step();
  };

  const halt = () => {
    playing = false;
    clearTimeout(timer);
    tell();
  };
  const play = () => {
    if (playing) return halt();
    playing = true;
    if (moveOf(aim) === last && last > 0) to(0, true);
    else if (gliding === null) to(moveOf(aim) + 1);
    tell();
  };
  const jump = (number) => { halt(); to(number, true); };
  const walk = (way) => { halt(); to(moveOf(aim) + way); };
  const hurry = (way) => {
    const choice = find("speed");
    choice.selectedIndex = Math.max(0, Math.min(choice.options.length - 1, choice.selectedIndex + way));
  };

  const list = find("list");
  list.style.setProperty("--digits", String(last).length); // so that all numbers have room
  const element = (kind, text) => {
    const made = document.createElement("span");
    made.className = kind;
    made.textContent = text;
    return made;
  };
  const items = [{ text: "", says: "The start", tail: "" }, ...data.moves].map((move, number) => {
    const item = document.createElement("li");
    const button = document.createElement("button");
    button.append(element("number", number || ""), element("text", move.text), element("says", move.says));
    if (move.tail) button.append(element("tail", "+ " + move.tail));
    button.title = [move.says, move.tail && "then home: " + move.tail].filter(Boolean).join(", ");
    button.addEventListener("click", () => jump(number));
    item.append(button);
    list.append(item);
    return button;
  });

  const tell = () => {
    const number = moveOf(aim);
    const slider = find("slider");
    slider.value = number;
    const move = data.moves[number - 1];
    const home = frames[aim].slice(-4).reduce((sum, pile) => sum + pile.length, 0);
    let text = `${data.counted ? "Turn" : "Move"} ${number} of ${last}`;
    if (move) text += `: ${[move.text, move.says].filter(Boolean).join("  ")}`;
    if (home === data.deck) text = `Won in ${data.length} ${data.length === 1 ? "move" : "moves"}${data.counted}`;
    else text += ` · ${home} home`;
    find("status").setAttribute("aria-live", playing ? "off" : "polite"); // a game that plays would be read out for ever
    find("status").textContent = text;
    slider.setAttribute("aria-valuetext", text);
    document.body.classList.toggle("playing", playing);
    document.body.classList.toggle("won", home === data.deck);
    find("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    find("first").disabled = find("back").disabled = number === 0;
    find("last").disabled = find("next").disabled = number === last;
    find("play").disabled = last === 0;
    const old = list.querySelector("[aria-current]");
    if (old !== items[number]) {
      old?.removeAttribute("aria-current");
      items[number].setAttribute("aria-current", "step");
      const nav = list.parentElement;
      const box = items[number].getBoundingClientRect();
      const frame = nav.getBoundingClientRect();
      if (box.top < frame.top || box.bottom > frame.bottom) {
        nav.scrollTop += box.top - frame.top - (frame.height - box.height) / 2;
      }
    }
  };

  const keys = {
    " ": play, k: play, ArrowRight: () => walk(1), ArrowLeft: () => walk(-1), Home: () => jump(0), End: () => jump(last),
    "+": () => hurry(1), "=": () => hurry(1), "-": () => hurry(-1),
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === "SELECT") return;
    if (event.key === " " && event.target.tagName === "BUTTON") return; // it presses the button
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const button of document.querySelectorAll("button")) {
    button.addEventListener("mousedown", (event) => event.preventDefault()); // so that space goes on to play
  }
  find("first").addEventListener("click", () => jump(0));
  find("back").addEventListener("click", () => walk(-1));
  find("play").addEventListener("click", play);
  find("next").addEventListener("click", () => walk(1));
  find("last").addEventListener("click", () => jump(last));
  find("slider").max = last;
  find("slider").addEventListener("input", (event) => jump(Number(event.target.value)));
  show();
  tell();
})();
