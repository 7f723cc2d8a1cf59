import { useEffect, useReducer, useRef } from 'react';

import { callEndpoint, type CallRequest } from './mcp-call.ts';
import { NO_TRIALS, reduceTrials } from './trials-state.ts';

/** Calls tools one at a time and keeps the answers while the page is open. */
export function useTrials() {
  const [state, dispatch] = useReducer(reduceTrials, NO_TRIALS);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(call: CallRequest): Promise<void> {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    dispatch({ kind: 'callStarted', tool: call.tool });
    const record = await callEndpoint(call, controller.signal);
    if (running.current !== controller) return;
    running.current = null;
    dispatch({ kind: 'callEnded', call: record });
  }

  return { state, dispatch, send, stop: () => running.current?.abort() };
}

export type Trials = ReturnType<typeof useTrials>;
