/** Things to say that run as they stand. */
export function DemoExamples({
  examples,
  onPick,
}: {
  examples: readonly string[];
  onPick: (text: string) => void;
}) {
  return (
    <ul aria-label="Examples" className="space-y-2">
      {examples.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => onPick(example)}
            className="control w-full border bg-raised px-3 py-2 text-start text-sm wrap-anywhere hover:border-edge hover:bg-hover"
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}
