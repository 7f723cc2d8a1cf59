import type { OperatorAction } from '#app/controls/operator-action.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { RelativeTime } from '#app/ui/relative-time.tsx';
import { ScrollArea } from '#app/ui/scroll-area.tsx';

/** The latest deeds of operators. */
export function ActionLog({ actions }: { actions: OperatorAction[] }) {
  if (actions.length === 0) {
    return (
      <EmptyState title="No operator has done anything yet">Each change is listed here.</EmptyState>
    );
  }
  return (
    <ScrollArea label="Audit log">
      <table className="w-full text-sm">
        <thead className="text-start text-muted">
          <tr className="border-b">
            {['When', 'Operator', 'Did', 'To', 'Reason or value'].map((name) => (
              <th key={name} scope="col" className="py-2 pe-4 font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {actions.map(({ id, happenedAt, operator, action, subject, detail }) => (
            <tr key={id} className="border-b align-top">
              <td className="py-1.5 pe-4 whitespace-nowrap">
                <RelativeTime at={happenedAt} />
              </td>
              <td className="py-1.5 pe-4">{operator}</td>
              <td className="py-1.5 pe-4 whitespace-nowrap">
                <code>{action}</code>
              </td>
              <td className="py-1.5 pe-4">
                <code className="wrap-anywhere">{subject}</code>
              </td>
              <td className="py-1.5 wrap-anywhere">{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
