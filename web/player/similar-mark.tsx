/** Says that the player has chosen the sound, and not the listener. */
export const SimilarMark = () => (
  <span className="flex-none rounded-xs bg-step px-1.5 py-0.5 text-[12px] leading-4 font-semibold text-soft">
    Similar
  </span>
)
