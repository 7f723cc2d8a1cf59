import { createContext, use } from 'react';

/** HTML that the server has drawn for the page, by name. In the browser there is none: it stands in the document. */
export const DrawnParts = createContext<Readonly<Record<string, string>>>({});

/**
 * HTML that our own server drew, and that needs no code here. A document has it once, and not again in the data
 * for the scripts, which leave it as it is; whoever comes from another page gets it with the data.
 */
export function DrawnHtml({ name, html }: { name: string; html: string | null }) {
  const drawn = use(DrawnParts)[name];
  return (
    <div
      className="min-w-0"
      suppressHydrationWarning
      // oxlint-disable-next-line react/no-danger
      dangerouslySetInnerHTML={{ __html: html ?? drawn ?? '' }}
    />
  );
}
