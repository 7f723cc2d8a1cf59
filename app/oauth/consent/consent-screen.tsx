import { ConsentForm } from './consent-form.tsx';
import type { ConsentRequest } from './consent.ts';

interface Props {
  /** Null: there is nothing to decide, and `problem` says why. */
  consent: ConsentRequest | null;
  problem: string | null;
  /** An address of the app at which it is told so; null: it is not known to be its own. */
  back: string | null;
}

/** Asks whether an app may call a server for the signed-in user. */
export function ConsentScreen({ consent, problem, back }: Props) {
  return (
    <div className="mx-auto flex w-full max-w-lg grow flex-col gap-5 px-4 py-10 sm:px-6">
      {consent === null ? (
        <>
          <h1 className="text-lg font-semibold">This app cannot be connected</h1>
          <p role="alert" className="wrap-anywhere">
            {problem}
          </p>
          {back === null ? null : (
            <p>
              <a href={back} rel="noreferrer" className="wrap-anywhere underline">
                Back to the app at {new URL(back).host}
              </a>
            </p>
          )}
        </>
      ) : (
        <ConsentForm consent={consent} />
      )}
    </div>
  );
}
