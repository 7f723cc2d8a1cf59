import type { Heading } from './article.ts';

/** The headings of a text, as links to them. */
export function ContentsNav({ headings, label }: { headings: readonly Heading[]; label: string }) {
  const sections = headings.filter(({ level }) => level === 2);
  if (sections.length < 2) return null;
  return (
    <nav aria-label={label} className="text-sm">
      <ol className="flex flex-col">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="block py-1.5 text-muted hover:text-ink pointer-coarse:flex pointer-coarse:min-h-11 pointer-coarse:items-center"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
