import { DemoPage } from './demo-page.tsx';
import { MockBuilder } from './mock-builder.tsx';

export function meta() {
  return [
    { title: 'Builder on the mock endpoint · MCP Builder' },
    { name: 'robots', content: 'noindex' },
  ];
}

export default function Mock() {
  return (
    <DemoPage
      title="Builder on the mock endpoint"
      note="Answers follow a script and nothing is built. The real builder is at the start page."
    >
      <MockBuilder />
    </DemoPage>
  );
}
