// The address bar still holds the screen's hash, so a reload leads back to where the person was.
const again = () => location.reload()
document.getElementById('retry')?.addEventListener('click', again)
addEventListener('online', again)
