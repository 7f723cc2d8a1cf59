import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Verdict } from '#app/platform/verdict.ts';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

interface Props {
  to: string;
  title: string;
  summary: string | null;
  /** Names of the first tools. */
  toolNames: readonly string[];
  /** How many tools there are in all. */
  tools: number;
  verdict: Verdict | null;
  Icon: LucideIcon;
  /** Its author, and when it was changed. */
  children: ReactNode;
}

/** Tools that a card names. */
const NAMED = 3;

/** A server of the showcase: its name, its purpose, its tools and the verdict on it. */
export function ShowcaseCard(props: Props) {
  const { to, title, summary, toolNames, tools, verdict, Icon, children } = props;
  const named = toolNames.slice(0, NAMED);
  return (
    <article className="relative flex h-full flex-col gap-2 rounded-panel border bg-raised px-4 py-3.5 hover:border-edge">
      <div className="flex items-start gap-2.5">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-blue" />
        <h3 className="mr-auto min-w-0 text-base">
          <Link to={to} className="line-clamp-2 wrap-anywhere after:absolute after:inset-0">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
      </div>
      {summary ? <p className="line-clamp-2 text-sm wrap-anywhere text-muted">{summary}</p> : null}
      <p className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
        {named.map((name) => (
          <code key={name} className="truncate rounded-control bg-sunken px-1.5 leading-5">
            {name}
          </code>
        ))}
        {tools > named.length ? <span>and {tools - named.length} more</span> : null}
      </p>
      <p className="mt-auto text-sm text-muted tabular-nums">{children}</p>
    </article>
  );
}
