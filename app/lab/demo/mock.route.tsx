import { Link } from 'react-router';

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
    <DemoPage title="Builder on the mock endpoint" note={<RealBuilder />}>
      <MockBuilder />
    </DemoPage>
  );
}

function RealBuilder() {
  return (
    <>
      Answers follow a script and nothing is built.{' '}
      <Link to="/" className="text-blue underline">
        Build a real one
      </Link>
    </>
  );
}
