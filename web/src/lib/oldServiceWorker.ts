// Earlier dashboards on the same host registered a background worker that could keep serving its
// own old files. It is removed at every start-up, with the caches it filled.

export async function removeOldServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  if (registrations.length > 0 && 'caches' in window) {
    const names = await caches.keys()
    await Promise.all(names.map((name) => caches.delete(name)))
  }
}
