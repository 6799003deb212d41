/**
 * The profiles that the About page links to. An operator puts the shop's own profiles here:
 * { name: 'Instagram', address: 'https://www.instagram.com/your-shop' }.
 * As delivered there are none, and a guessed name could be a stranger's: so these show what each network has on drill.
 */
export const socials: { name: string; address: string }[] = [
  { name: '#drillmusic on Instagram', address: 'https://www.instagram.com/explore/tags/drillmusic/' },
  { name: '#drillmusic on TikTok', address: 'https://www.tiktok.com/tag/drillmusic' },
  { name: '#drillmusic on YouTube', address: 'https://www.youtube.com/hashtag/drillmusic' },
  { name: '#drill on SoundCloud', address: 'https://soundcloud.com/tags/drill' },
]
