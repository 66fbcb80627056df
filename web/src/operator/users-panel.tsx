export function UsersPanel({ onClose }: { onClose: () => void }) {
  void onClose
  return null
}
