import type { PullPreview } from '#app/github/pull/pull-preview.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

/** Edits that do not come back: not understood, not allowed, or of files that hold nothing of the server. */
export function UnreadEdits({ preview }: { preview: PullPreview }) {
  const { problems, moreProblems, others, moreOthers } = preview;
  const count = others.length + moreOthers;
  return (
    <>
      {problems.length > 0 ? (
        <div className="mt-4">
          <h3 className="font-medium">Not read</h3>
          <ul aria-label="Edits that were not read" className="divide-y border-y text-sm">
            {problems.map(({ file, line, reason }) => (
              <li key={`${file} ${line} ${reason}`} className="py-2">
                <code className="wrap-anywhere">
                  {file}
                  {line === null ? '' : `:${line}`}
                </code>
                <p className="text-muted wrap-anywhere">{reason}</p>
              </li>
            ))}
          </ul>
          {moreProblems > 0 ? (
            <p className="text-sm text-muted tabular-nums">And {formatCount(moreProblems)} more.</p>
          ) : null}
        </div>
      ) : null}
      {count > 0 ? (
        <details className="mt-4 text-sm">
          <summary className="min-h-9 cursor-pointer pointer-coarse:min-h-11">
            {count === 1 ? '1 other edited file' : `${formatCount(count)} other edited files`} in
            the repository
          </summary>
          <p className="text-muted">
            They hold nothing of the server and stay as they are: a push leaves them alone unless
            you choose otherwise.
          </p>
          <ul aria-label="Other edited files">
            {others.map((path) => (
              <li key={path}>
                <code className="wrap-anywhere">{path}</code>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}
