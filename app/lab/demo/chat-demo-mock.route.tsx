import { DemoPage } from './demo-page.tsx';
import { StatelessDemo } from './stateless-demo.tsx';

export function meta() {
  return [
    { title: 'Chat demo on the mock endpoint · MCP Builder' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function MockChatDemo() {
  return (
    <DemoPage
      title="Chat demo on the mock endpoint"
      note="The full chat on a scripted endpoint that stores nothing."
    >
      <StatelessDemo />
    </DemoPage>
  );
}
