import { BuilderDemo } from './builder-demo.tsx';
import { DemoPage } from './demo-page.tsx';

export function meta() {
  return [{ title: 'Chat demo · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function ChatDemo() {
  return (
    <DemoPage
      title="Chat demo"
      note="The builder’s chat with everything it shows: plans, activity, questions and checks."
    >
      <BuilderDemo shows="all" name="chat-demo" />
    </DemoPage>
  );
}
