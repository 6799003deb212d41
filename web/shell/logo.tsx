/** The logo: a note that slides, and the name. */
export const Logo = () => (
  <>
    <svg width="30" height="26" viewBox="0 0 30 26" aria-hidden="true">
      <path d="M1 6h10c5 0 4 14 9 14h9" fill="none" className="stroke-ink" strokeWidth="7" />
    </svg>
    <span className="disp text-[30px] leading-none max-[379px]:hidden">Slide</span>
  </>
)
