export function JobsPanel({ onClose }: { onClose: () => void }) {
  void onClose
  return null
}
