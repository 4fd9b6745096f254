// Addresses of shipping pages that other features draw. Typed links take over once every route exists.

export function summaryHref(id: string): string {
  return `/shipment/${encodeURIComponent(id)}/summary`
}
