import { GitFork, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import type { Verdict } from '#app/platform/verdict.ts';
import { VerdictBadge } from '#app/ui/verdict-badge.tsx';

import { toShowcaseSearch } from './showcase-query.ts';

interface Props {
  to: string;
  title: string;
  /** Empty: there is none. */
  summary: string;
  tags?: readonly string[];
  /** Names of the first tools. */
  toolNames: readonly string[];
  /** How many tools there are in all. */
  tools: number;
  /** How many others have copied it. */
  remixes?: number;
  verdict: Verdict | null;
  Icon: LucideIcon;
  /** Its author, and when it was published. */
  children: ReactNode;
}

/** Tools that a card names. */
const NAMED = 3;

/** A server of the showcase: its name, its purpose, its tools and the verdict on it. */
export function ShowcaseCard(props: Props) {
  const { to, title, summary, tags = [], toolNames, tools, remixes = 0, verdict, Icon } = props;
  const named = toolNames.slice(0, NAMED);
  return (
    <article className="relative flex h-full flex-col gap-2 rounded-panel border bg-raised px-4 py-3.5 hover:border-edge">
      <div className="flex flex-wrap items-start gap-x-2.5 gap-y-1">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-blue" />
        <h3 className="min-w-0 flex-1 basis-40 text-base">
          <Link to={to} className="line-clamp-2 wrap-anywhere after:absolute after:inset-0">
            <bdi>{title}</bdi>
          </Link>
        </h3>
        {verdict === null ? null : <VerdictBadge verdict={verdict} />}
      </div>
      {summary ? (
        <p dir="auto" className="line-clamp-2 text-sm wrap-anywhere text-muted">
          {summary}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-x-2 gap-y-1 text-sm text-muted">
        {named.map((name) => (
          <code key={name} className="truncate rounded-control bg-sunken px-1.5 leading-5">
            {name}
          </code>
        ))}
        {tools > named.length ? <span>and {tools - named.length} more</span> : null}
      </p>
      {tags.length > 0 ? (
        <ul aria-label="Tags" className="flex flex-wrap gap-x-3 text-sm">
          {tags.map((tag) => (
            <li key={tag} className="relative min-w-0">
              <Link
                to={`/showcase${toShowcaseSearch({ tag })}`}
                className="block min-h-6 truncate text-blue hover:underline"
              >
                <bdi>#{tag}</bdi>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <p className="mt-auto flex flex-wrap gap-x-3 text-sm text-muted tabular-nums">
        <span className="wrap-anywhere">
          {tools === 1 ? '1 tool' : `${tools} tools`} · {props.children}
        </span>
        {remixes > 0 ? (
          <span className="flex items-center gap-1">
            <GitFork aria-hidden className="size-3.5" />
            {remixes === 1 ? '1 remix' : `${remixes.toLocaleString('en')} remixes`}
          </span>
        ) : null}
      </p>
    </article>
  );
}
