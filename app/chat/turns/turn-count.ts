/** Distinguishes answers requested before a turn began from those that know of it. */
export interface TurnCount {
  begin: () => void;
  end: () => void;
  /** A turn that this page began goes on. */
  isOn: () => boolean;
  /** So many were begun here. */
  begun: () => number;
  /** The number of streams that ended, whoever began the turn. */
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
 * Requests with `load`, one at a time, and passes on the answer, unless a turn has overtaken it.
 * Callers that come while a request is out get its answer, or a new one if that was overtaken.
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
      // A request made during a turn would be overtaken as well: the end of the turn requests anew.
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
