import type { ReactNode } from 'react';

/** The frame of a demo: what it shows, then the thing itself over the whole height. */
export function DemoPage({
  title,
  children,
  note,
}: {
  title: string;
  note: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className="flex h-[calc(100dvh-49px-var(--foot,0px))] flex-col">
      <header className="flex flex-wrap items-baseline gap-x-4 gap-y-1 border-b px-4 py-2.5 sm:px-6">
        <h1 className="font-semibold">{title}</h1>
        <p className="text-sm text-muted">{note}</p>
      </header>
      {children}
    </div>
  );
}
