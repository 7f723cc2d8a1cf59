import type { ReactNode } from 'react';

/** The frame of a lab page: an explanation, then the part itself. */
export function LabPage({
  title,
  note,
  children,
}: {
  title: string;
  note: string;
  children: ReactNode;
}) {
  return (
    <div className="mx-auto w-full max-w-5xl grow px-4 py-8 sm:px-6">
      <h1 className="text-lg font-semibold">{title}</h1>
      <p className="mt-1 mb-6 max-w-prose text-muted">{note}</p>
      {children}
    </div>
  );
}
