import type { RealCall } from '#app/builder/calls/real-call.ts';
import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ChatActions } from '#app/chat/messages/chat-actions.ts';
import { Button } from '#app/ui/button.tsx';

import { RealCallView } from './real-call-view.tsx';
import { useDecision } from './use-decision.ts';

interface Props {
  offers: ChangeSetView;
  /** Absent for whoever only reads the conversation. */
  keepAnswer: ChatActions['keepAnswer'];
  /** Nothing runs, so that an answer can be kept. */
  canKeep: boolean;
}

/** Answers of the real API to calls that only read: each is kept for the mock with one click. */
export function AnswerOffers({ offers, keepAnswer, canKeep }: Props) {
  const { isSending, failure, wait } = useDecision();
  return (
    <fieldset
      aria-label="Answers of the real API"
      className="min-w-0 rounded-panel border bg-raised px-3.5 py-3"
    >
      <h2 className="font-medium">Answers of the real API</h2>
      <p className="mt-0.5 text-sm text-muted">
        These calls only read, so they were made at once. The mock gives an answer again once you
        keep it.
      </p>
      <ul className="mt-2 divide-y border-t">
        {offers.items.flatMap(({ id, realCall }) =>
          realCall === undefined
            ? []
            : [
                <Offer
                  key={id}
                  call={realCall}
                  isBusy={isSending || !canKeep}
                  onKeep={keepAnswer ? () => void wait(keepAnswer(offers, id)) : null}
                />,
              ],
        )}
      </ul>
      {failure === null ? null : (
        <p role="alert" className="mt-2 text-sm text-fail">
          {failure}
        </p>
      )}
    </fieldset>
  );
}

function Offer({
  call,
  isBusy,
  onKeep,
}: {
  call: RealCall;
  isBusy: boolean;
  onKeep: (() => void) | null;
}) {
  const [first] = call.answer?.requests ?? call.requests;
  const keeping = call.answer?.keeping;
  return (
    <li className="pt-2.5 pb-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <p className="min-w-0 grow basis-48 wrap-anywhere">
          <code>{call.tool}</code>
          {first ? (
            <span className="block font-mono text-sm text-muted">
              {first.request}
              {first.outcome === undefined ? '' : ` → ${first.outcome}`}
            </span>
          ) : null}
        </p>
        {keeping === 'possible' && onKeep ? (
          <Button
            disabled={isBusy}
            aria-label={`Keep as the mock’s answer: ${call.tool}`}
            onClick={onKeep}
          >
            Keep as the mock’s answer
          </Button>
        ) : null}
        {keeping === 'done' ? <p className="text-sm text-muted">kept for the mock</p> : null}
      </div>
      <details className="text-sm text-muted">
        <summary className="min-h-8 hover:text-ink pointer-coarse:min-h-11">
          What was sent and answered
        </summary>
        <RealCallView call={call} isApproved onKeep={null} />
      </details>
    </li>
  );
}
