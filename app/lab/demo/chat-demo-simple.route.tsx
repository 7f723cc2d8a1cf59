import { BuilderDemo } from './builder-demo.tsx';
import { DemoPage } from './demo-page.tsx';

export function meta() {
  return [{ title: 'Simple chat demo · MCP Builder' }, { name: 'robots', content: 'noindex' }];
}

export default function SimpleChatDemo() {
  return (
    <DemoPage
      title="Simple chat demo"
      note="The builder’s chat, reduced to the text of its answers."
    >
      <BuilderDemo shows="text" name="chat-demo-simple" />
    </DemoPage>
  );
}
