/** The product's logo: a drawing sheet's corners around an M. */
export function BrandMark() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 32 32"
      className="size-5 fill-none stroke-blue stroke-[2.75]"
      strokeLinecap="square"
    >
      <path d="M5 11V5h6M21 5h6v6M27 21v6h-6M11 27H5v-6" />
      <path d="M11 20v-8l5 5 5-5v8" />
    </svg>
  );
}
