import { useState } from 'react';

import type { ServerTarget } from '#app/mcp-client/target.ts';

import { checkTarget, type TargetProblems } from './check-target.ts';

const NONE: TargetProblems = new Map();

/** A server while its fields are filled in. Problems are shown once it has been tried, and go as they are put right. */
export function useTargetDraft(start: () => ServerTarget, { wasTried = false } = {}) {
  const [target, setTarget] = useState(start);
  const [isTried, setTried] = useState(wasTried);
  const problems = isTried ? checkTarget(target) : NONE;
  return {
    target,
    problems,
    change: (part: Partial<ServerTarget>) => setTarget((current) => ({ ...current, ...part })),
    /** Starts over with another server. */
    reset: (next: ServerTarget) => {
      setTarget(next);
      setTried(false);
    },
    /** The server, where nothing is wrong with it; otherwise the problems show. */
    check: (): ServerTarget | null => {
      setTried(true);
      return checkTarget(target).size === 0 ? { ...target, url: target.url.trim() } : null;
    },
  };
}
