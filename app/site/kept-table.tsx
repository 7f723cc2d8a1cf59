export interface KeptThing {
  /** In mono: a name as the browser shows it. */
  name?: string;
  what: string;
  where: string;
  until: string;
}

interface KeptTableProps {
  caption: string;
  columns: [what: string, where: string, until: string];
  rows: readonly KeptThing[];
}

/**
 * A table of the data kept, where and for how long; each row becomes a block on a narrow screen.
 */
export function KeptTable({ caption, columns, rows }: KeptTableProps) {
  return (
    <table className="block w-full text-sm sm:table">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only sm:not-sr-only sm:table-header-group">
        <tr className="border-b text-start">
          {columns.map((column) => (
            <th key={column} scope="col" className="py-2 pe-4 font-semibold last:pe-0">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block sm:table-row-group">
        {rows.map((row) => (
          <tr key={row.name ?? row.what} className="block border-b py-3 align-top sm:table-row">
            <th scope="row" className="block pe-4 text-start font-normal sm:table-cell sm:py-2">
              {row.name ? <code className="block break-all">{row.name}</code> : null}
              {row.what}
            </th>
            <Cell label={columns[1]} text={row.where} />
            <Cell label={columns[2]} text={row.until} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell({ label, text }: { label: string; text: string }) {
  return (
    <td className="block pe-4 text-muted last:pe-0 sm:table-cell sm:py-2">
      <span aria-hidden className="sm:hidden">
        {label}:{' '}
      </span>
      {text}
    </td>
  );
}
