export function SettingsPanel({ onClose }: { onClose: () => void }) {
  void onClose
  return null
}
