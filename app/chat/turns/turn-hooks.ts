/** The outcome of a turn. */
export interface EndedTurn {
  turn: string;
  /** It failed before anything was said or done, or the built-in builder had to stand in. */
  isInVain: boolean;
}

/** Called at points of a turn, before its listeners hear of them. */
export interface TurnHooks {
  /** A first message gave the chat its title. */
  onTitle?: () => Promise<void>;
  onTurnEnd?: (end: EndedTurn) => Promise<void>;
}
