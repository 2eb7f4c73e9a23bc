export function ReplayCard() {
  return null
}
