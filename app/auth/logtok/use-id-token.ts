import { useCallback, useEffect, useState } from 'react';

import { getIdToken } from '#app/auth/auth-client.ts';
import { toEmailText } from '#app/auth/auth-texts.ts';

/** The timer and other tabs renew the token without notice, so it is polled. */
const LOOK_EVERY_MS = 5_000;

interface IdToken {
  token: string | null;
  isRefreshing: boolean;
  /** Why there is no token, or no new one. */
  problem: string | null;
  refresh: () => Promise<void>;
}

/** The signed-in user's token, always the one in use; null until it is there. */
export function useIdToken(): IdToken {
  const [token, setToken] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isRefreshing, setRefreshing] = useState(false);

  const read = useCallback(async (isForced: boolean) => {
    try {
      setToken(await getIdToken({ isForced }));
      setProblem(null);
    } catch (error) {
      setProblem(toEmailText(error));
    }
  }, []);

  useEffect(() => {
    const look = () => void read(false);
    look();
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [read]);

  async function refresh() {
    if (isRefreshing) return;
    setRefreshing(true);
    await read(true);
    setRefreshing(false);
  }

  return { token, isRefreshing, problem, refresh };
}
