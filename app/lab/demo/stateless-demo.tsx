import { DemoChat } from './demo-chat.tsx';
import { MOCK_ENDPOINT, MOCK_EXAMPLES } from './mock-examples.ts';
import { useStatelessChat } from './use-stateless-chat.ts';

/** The whole chat over the scripted endpoint. */
export function StatelessDemo() {
  const chat = useStatelessChat(MOCK_ENDPOINT);
  return (
    <div className="mx-auto flex min-h-0 w-full max-w-3xl grow flex-col">
      <DemoChat
        chat={chat}
        name="chat-demo-mock"
        shows="all"
        examples={MOCK_EXAMPLES}
        by="Scripted answers"
      />
    </div>
  );
}
