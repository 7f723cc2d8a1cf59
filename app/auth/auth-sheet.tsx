import { useEffect, useRef, type ReactNode } from 'react';

interface Props {
  title: string;
  /** The screen took the place of another one: its title takes the focus, so that it is read out. */
  isNext?: boolean;
  children: ReactNode;
}

/** The sheet under the small screens for signing in. */
export function AuthSheet({ title, isNext = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNext) heading.current?.focus();
  }, [isNext, title]);
  return (
    <div className="mx-auto flex w-full max-w-sm flex-col gap-5 px-4 py-10 sm:py-16">
      <h1 ref={heading} tabIndex={-1} className="text-lg outline-none">
        {title}
      </h1>
      {children}
    </div>
  );
}
