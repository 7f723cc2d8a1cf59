import { useId, type ReactNode } from 'react';

/** A titled part of a tab. */
export function Section({
  title,
  note,
  children,
}: {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {note ? <p className="mt-0.5 mb-3 max-w-prose text-sm text-muted">{note}</p> : null}
      <div className={note ? undefined : 'mt-3'}>{children}</div>
    </section>
  );
}
