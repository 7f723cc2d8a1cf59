import { Dialog } from '#app/ui/dialog.tsx';

const KEYS: readonly { keys: string; does: string }[] = [
  { keys: 'Enter', does: 'Send the message' },
  { keys: 'Ctrl Enter or ⌘ Enter', does: 'Send the message or the call, save a long text' },
  { keys: 'Shift Enter', does: 'Insert a line break' },
  { keys: 'Esc', does: 'Stop the builder' },
  { keys: 'Ctrl K or ⌘ K', does: 'Open the command palette' },
  { keys: 'Ctrl B or ⌘ B', does: 'Show or hide recent chats' },
  { keys: '← →', does: 'Resize chat and server while the divider has the focus' },
  { keys: '?', does: 'Show these shortcuts' },
];

/** The keys of the builder's screen. */
export function KeyHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 overflow-y-auto px-4 py-4 text-sm">
        {KEYS.map(({ keys, does }) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded-control border px-1.5 py-0.5">{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
