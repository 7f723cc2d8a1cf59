/** The sentence below a field that is wrong; its id is what the field is described by. */
export function FieldProblem({ id, message }: { id: string; message: string | undefined }) {
  if (message === undefined) return null;
  return (
    <p id={id} className="mt-1 text-sm text-fail wrap-anywhere">
      {message}
    </p>
  );
}
