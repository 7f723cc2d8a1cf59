import { useState } from 'react';

import { useLoaded } from '#app/api-client/use-loaded.ts';
import { requestGithubOverview } from '#app/github/connection/connection-client.ts';

/** Asks GitHub for the account and its installations, when the screen opens and with each `refresh`. */
export function useGithubOverview() {
  const [isBusy, setBusy] = useState(true);
  const { value, failure, retry } = useLoaded('github', '', async () => {
    const asked = await requestGithubOverview();
    setBusy(false);
    return asked;
  });
  function refresh() {
    setBusy(true);
    retry();
  }
  return { overview: value, failure, isBusy, refresh };
}
