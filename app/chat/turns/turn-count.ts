/** Tells answers that were asked for before a turn began from those that know of it. */
export interface TurnCount {
  begin: () => void;
  end: () => void;
  /** A turn that this page began goes on. */
  isOn: () => boolean;
  /** So many were begun here. */
  begun: () => number;
  /** So many streams ended, whoever began the turn. */
  ended: () => number;
}

/** Counts the turns of a page. */
export function createTurnCount(): TurnCount {
  let begun = 0;
  let ended = 0;
  let isOn = false;
  return {
    begin: () => {
      begun += 1;
      isOn = true;
    },
    end: () => {
      ended += 1;
      isOn = false;
    },
    isOn: () => isOn,
    begun: () => begun,
    ended: () => ended,
  };
}

/**
 * Asks with `load`, one question at a time, and tells the answer; none that a turn has overtaken.
 * Whoever asks while a question is out gets its answer, or a new one where that was overtaken.
 */
export function createFreshLoading<Answer>(
  turns: TurnCount,
  load: () => Promise<Answer>,
): (tell: (answer: Answer) => void) => Promise<void> {
  let asking: Promise<void> | null = null;
  // The turn count at the last wish that came.
  let wished = -1;
  async function ask(tell: (answer: Answer) => void) {
    for (let at = -1; at < wished;) {
      at = turns.begun();
      const answer = await load();
      if (at === turns.begun()) tell(answer);
      // What is asked for during a turn would be overtaken as well: its end asks.
      else if (turns.isOn()) return;
    }
  }
  return (tell) => {
    if (turns.isOn()) return Promise.resolve();
    wished = turns.begun();
    asking ??= ask(tell).finally(() => {
      asking = null;
    });
    return asking;
  };
}
