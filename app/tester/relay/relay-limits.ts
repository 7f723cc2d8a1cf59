const MEBIBYTE = 1_048_576;

/** The limits of one relayed request, and of how many there may be at once. */
export interface RelayLimits {
  /** Of a request's body, and of one that is a form. */
  requestBytes: number;
  formBytes: number;
  /** Of an answer in one piece, and of an event stream. */
  answerBytes: number;
  streamBytes: number;
  /** Until the headers of an answer are there. */
  headersMs: number;
  /** As `headersMs`, of a JSON message: a server without streams answers when its tool has ended. */
  callMs: number;
  /** Between two pieces of an answer. */
  idleMs: number;
  /** Between two signs of life in a stream of events: a browser that has left is noticed when it is written to. */
  beatMs: number;
  /** Of the whole exchange. */
  totalMs: number;
  /** Requests of one person at a time: to one host, and in all. */
  atOnceToHost: number;
  atOnce: number;
}

export const RELAY_LIMITS: RelayLimits = {
  requestBytes: 4 * MEBIBYTE,
  formBytes: 65_536,
  answerBytes: 10 * MEBIBYTE,
  streamBytes: 32 * MEBIBYTE,
  headersMs: 10_000,
  callMs: 60_000,
  idleMs: 60_000,
  beatMs: 5_000,
  totalMs: 5 * 60_000,
  atOnceToHost: 6,
  // Each of several servers may hold a stream open, and is called besides.
  atOnce: 24,
};
