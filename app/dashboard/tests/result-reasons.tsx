import type { TestResult } from '#app/projects/tests/project-test.ts';

/** Why a test failed, and the beginning of what came; nothing of one that passed. */
export function ResultReasons({ result }: { result: TestResult | null }) {
  if (result === null || result.hasPassed) return null;
  const { reasons, evidence, passedOn } = result;
  return (
    <div className="mt-1.5 text-sm">
      {passedOn === null ? null : (
        <p className="font-medium text-fail">It passed on version {passedOn}.</p>
      )}
      <ul className="wrap-anywhere">
        {reasons.map((reason, index) => (
          <li key={index}>{reason}</li>
        ))}
      </ul>
      {evidence === null ? null : (
        <details className="mt-1">
          <summary className="cursor-pointer text-muted pointer-coarse:py-2">The answer</summary>
          <pre className="mt-1 max-h-48 overflow-y-auto rounded-control bg-sunken p-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            {evidence}
          </pre>
        </details>
      )}
    </div>
  );
}
