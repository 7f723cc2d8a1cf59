import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatDate } from '#app/platform/locale/reader-locale.ts';

import { SiteFooter } from './site-footer.tsx';

export interface LegalSection {
  /** Where links to the section point. */
  id: string;
  title: string;
  body: ReactNode;
}

interface LegalPageProps {
  title: string;
  /** The text in two sentences. */
  summary: string;
  /** `2026-11-21`. */
  changedOn: string;
  sections: readonly LegalSection[];
  sibling: { to: string; label: string };
}

/** A long text to look things up in: summary, contents, numbered sections. */
export function LegalPage({ title, summary, changedOn, sections, sibling }: LegalPageProps) {
  return (
    <>
      <div className="mx-auto grid w-full max-w-5xl gap-x-12 px-4 py-10 sm:px-6 lg:grid-cols-[13rem_minmax(0,1fr)] lg:py-14">
        <header className="mb-8 max-w-[68ch] lg:col-start-2">
          <h1 className="text-xl">{title}</h1>
          <p className="mt-2 text-sm text-muted">
            Last changed on <time dateTime={changedOn}>{formatDate(changedOn)}</time>
          </p>
          <p className="mt-6">{summary}</p>
        </header>
        <nav
          aria-label="Contents"
          className="mb-8 self-start border-y py-3 text-sm lg:sticky lg:top-6 lg:col-start-1 lg:row-start-2 lg:mb-0 lg:border-y-0 lg:py-0"
        >
          <ol className="flex flex-col sm:grid sm:grid-cols-2 lg:flex">
            {sections.map((section, at) => (
              <li key={section.id}>
                <a
                  href={`#${section.id}`}
                  className="flex gap-2 py-1.5 text-muted hover:text-ink pointer-coarse:min-h-11 pointer-coarse:items-center"
                >
                  <span className="w-5 shrink-0 text-end tabular-nums">{at + 1}</span>
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className="flex min-w-0 max-w-[68ch] flex-col gap-10 lg:col-start-2 lg:row-start-2">
          {sections.map((section, at) => (
            <section key={section.id} aria-labelledby={section.id}>
              <h2 id={section.id} className="scroll-mt-6 text-lg">
                <span className="me-2 text-muted tabular-nums">{at + 1}</span>
                {section.title}
              </h2>
              <div className="mt-3 flex flex-col gap-3 [&_a]:text-blue [&_a]:underline [&_a]:underline-offset-2 [&_li]:my-1 [&_ul]:list-disc [&_ul]:ps-5">
                {section.body}
              </div>
            </section>
          ))}
          <p className="border-t pt-6 text-sm">
            <Link to={sibling.to} className="text-blue underline underline-offset-2">
              {sibling.label}
            </Link>
          </p>
        </article>
      </div>
      <SiteFooter />
    </>
  );
}
