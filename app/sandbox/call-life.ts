/** The life of one call, as a signal that most calls never need. */
export interface CallLife {
  /** Aborted when the client cancels, and when the call has ended. */
  signal: () => AbortSignal;
  end: () => void;
}

/** Follows a call; its signal is made on first use, since to make and abort one costs as much as a small tool. */
export function createCallLife(client: AbortSignal): CallLife {
  let isOver = false;
  let over: AbortController | undefined;
  let signal: AbortSignal | undefined;
  return {
    signal: () => {
      if (signal !== undefined) return signal;
      over = new AbortController();
      if (isOver) over.abort();
      signal = AbortSignal.any([client, over.signal]);
      return signal;
    },
    end: () => {
      isOver = true;
      over?.abort();
    },
  };
}
