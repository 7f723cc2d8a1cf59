import { Textarea } from '#app/ui/textarea.tsx';

import type { ArgumentProblems } from './find-argument-problems.ts';

/** Arguments as they are sent, with their problems below. */
export function JsonArgumentsField({
  text,
  isValid,
  problems,
  onChange,
}: {
  text: string;
  isValid: boolean;
  problems: ArgumentProblems;
  onChange: (text: string) => void;
}) {
  return (
    <>
      <Textarea
        aria-label="Arguments as JSON"
        aria-invalid={!isValid || problems.size > 0}
        rows={8}
        spellCheck={false}
        className="max-h-120 font-mono md:text-sm"
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {problems.size > 0 ? (
        <ul aria-label="Problems" className="mt-1 text-sm text-fail">
          {[...problems].map(([place, problem]) => (
            <li key={place} className="wrap-anywhere">
              <code>{place.slice(1)}</code> {problem}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
