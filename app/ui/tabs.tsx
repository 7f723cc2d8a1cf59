import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

/** Tabs whose open one is decided outside: by the address. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onChange,
  end,
  children,
}: {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: ReactNode }[];
  onChange: (value: Value) => void;
  /** Stands at the end of the row. */
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => {
        const tab = tabs.find((candidate) => candidate.value === next);
        if (tab) onChange(tab.value);
      }}
      className="flex min-h-0 min-w-0 grow flex-col"
    >
      <div className="flex shrink-0 items-center justify-between gap-3 border-b px-4 sm:px-6">
        <Primitive.List aria-label={label} className="-ml-2 flex min-w-0 overflow-x-auto md:gap-1">
          {tabs.map((tab) => (
            <Primitive.Trigger
              key={tab.value}
              value={tab.value}
              className="min-h-11 shrink-0 border-b-2 border-transparent px-1.5 text-sm font-medium text-muted -outline-offset-3 hover:text-ink data-[state=active]:border-blue data-[state=active]:text-ink sm:px-3"
            >
              {tab.label}
            </Primitive.Trigger>
          ))}
        </Primitive.List>
        {end}
      </div>
      <Primitive.Content value={value} className="flex min-h-0 grow flex-col -outline-offset-2">
        {children}
      </Primitive.Content>
    </Primitive.Root>
  );
}
