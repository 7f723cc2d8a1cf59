import type { RealAnswer, RealCall, ShownRequest } from '#app/builder/calls/real-call.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';

interface Props {
  call: RealCall;
  /** It was approved: it is being made, or has an answer. */
  isApproved: boolean;
  /** Keeps the answer as one of the mock; null where that cannot be done now. */
  onKeep: (() => void) | null;
}

/** A call with the real API: what it sends, and once it was made, the answer. */
export function RealCallView({ call, isApproved, onKeep }: Props) {
  const { arguments: given, answers, isCode, code, requests, answer } = call;
  return (
    <div className="mt-1 space-y-2 text-sm">
      <Block label="Arguments" text={given} />
      {answers === undefined ? null : (
        <Block label="Answers to what the tool asks" text={answers} />
      )}
      {code === undefined ? null : <Code text={code} isOver={answer !== undefined} />}
      {answer === undefined ? (
        <>
          {isCode ? (
            <p className="text-muted">
              Its code decides what is sent.
              {requests.length > 0 ? ' On the mock it sent:' : ' On the mock it sent nothing.'}
            </p>
          ) : null}
          <Requests requests={requests} />
          {isApproved ? <p>It is being made, or broke off: no answer is known.</p> : null}
        </>
      ) : (
        <Answer answer={answer} onKeep={onKeep} />
      )}
    </div>
  );
}

/** Shown before it runs; on demand once it has. */
function Code({ text, isOver }: { text: string; isOver: boolean }) {
  if (!isOver) return <Block label="Code that runs" text={text} />;
  return (
    <details>
      <summary className="min-h-8 text-muted hover:text-ink pointer-coarse:min-h-11">
        Code that ran
      </summary>
      <Block label="As it was approved" text={text} />
    </details>
  );
}

function Answer({ answer, onKeep }: { answer: RealAnswer; onKeep: Props['onKeep'] }) {
  const { isError, text, isCut, requests, keeping } = answer;
  return (
    <>
      <Requests requests={requests} />
      <p>
        <Badge tone={isError ? 'fail' : 'pass'}>{isError ? 'failed' : 'answered'}</Badge>
      </p>
      <Block label={isCut ? 'Beginning of the answer' : 'Answer'} text={text} />
      {keeping === 'possible' && onKeep ? (
        <Button onClick={onKeep}>Keep as the mock’s answer</Button>
      ) : null}
      {keeping === 'done' ? (
        <p className="text-muted">The mock answers the same now, and the call is an example.</p>
      ) : null}
    </>
  );
}

function Requests({ requests }: { requests: readonly ShownRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <ul aria-label="Requests" className="space-y-1 font-mono text-xs">
      {requests.map((each, index) => (
        // The same request may be sent twice.
        <li key={`${index} ${each.request}`} className="wrap-anywhere">
          {each.request}
          {each.outcome === undefined ? '' : ` → ${each.outcome}`}
          <Details {...each} />
        </li>
      ))}
    </ul>
  );
}

function Details({ headers, body }: ShownRequest) {
  const lines = [
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['', body]),
  ];
  if (lines.length === 0) return null;
  return <pre className="text-muted whitespace-pre-wrap wrap-anywhere">{lines.join('\n')}</pre>;
}

function Block({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-muted">{label}</p>
      <pre className="max-h-60 overflow-auto rounded-control bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
        {text}
      </pre>
    </div>
  );
}
