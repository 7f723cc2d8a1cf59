import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';

import { createPageSend } from './create-target-tokens.ts';
import { FlowWalk } from './flow-walk.ts';
import { openSignIn, type WindowState } from './open-sign-in.ts';
import { toOauthSettings } from './to-oauth-settings.ts';

/** The flow of a server on the screen, with the window of its sign-in. */
export function useOauthFlow(target: ServerTarget) {
  const [walk] = useState(
    () => new FlowWalk(toOauthSettings(target, location.origin), createPageSend(target)),
  );
  const state = useSyncExternalStore(walk.subscribe, walk.getState, walk.getState);
  const [popup, setPopup] = useState<WindowState | null>(null);
  const stopWaiting = useRef(() => {});
  useEffect(() => () => stopWaiting.current(), []);

  function answer(callback: string): void {
    stopWaiting.current();
    setPopup(null);
    walk.answer(callback);
  }

  function signIn(): void {
    const { request } = state.facts;
    if (request === null) return;
    stopWaiting.current();
    stopWaiting.current = openSignIn(request, { onState: setPopup, onAnswer: answer });
  }

  function reset(): void {
    stopWaiting.current();
    setPopup(null);
    walk.reset();
  }

  const { run, runOn, change } = walk;
  return { state, popup, run, runOn, change, signIn, answer, reset };
}

export type OauthFlow = ReturnType<typeof useOauthFlow>;
