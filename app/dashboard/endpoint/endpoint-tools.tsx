import { Section } from '#app/dashboard/section.tsx';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

import type { EndpointTool } from './endpoint-page.ts';

/** The tools of an endpoint, as its page lists them. */
export function EndpointTools({ tools, more }: { tools: readonly EndpointTool[]; more: number }) {
  const count = tools.length + more;
  return (
    <Section title={count === 1 ? '1 tool' : `${formatCount(count)} tools`}>
      <ul aria-label="Tools" className="divide-y border-y">
        {tools.map(({ name, title, description }) => (
          <li key={name} className="py-2.5">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="min-w-0 font-semibold wrap-anywhere">{name}</code>
              {title === null ? null : (
                <span className="min-w-0 text-muted wrap-anywhere">
                  <bdi>{title}</bdi>
                </span>
              )}
            </p>
            {description === null ? null : (
              <p className="mt-0.5 line-clamp-3 max-w-prose text-sm wrap-anywhere text-muted">
                {description}
              </p>
            )}
          </li>
        ))}
      </ul>
      {more > 0 ? (
        <p className="mt-2 text-sm text-muted tabular-nums">And {formatCount(more)} more.</p>
      ) : null}
    </Section>
  );
}
