//! The skeleton of a PDF file, written piece by piece: objects go to the writer as soon as they are complete.
//!
//! Only the place of every object is remembered, so ten thousand pages cost no more memory than ten. Pages hang in a tree of small
//! nodes. Fonts and the catalogue come last. Nothing here knows what is on a page, and no text of a user may reach these bytes
//! unless it is encoded.

use std::io::Write;

/// The number of an object.
pub type Ref = u32;

/// Pages below one node of the tree.
const PAGES_IN_A_NODE: usize = 64;

/// A PDF file that is being written.
pub struct File<W> {
    out: W,
    written: u64,
    /// Where each object begins; 0 for those that are promised.
    places: Vec<u64>,
    nodes: Vec<(Ref, usize)>,
    open: Vec<Ref>,
    node: Ref,
    root: Ref,
}

/// What stands before everything else; the second line tells programs that bytes are not text.
const HEADER: &[u8] = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n";

impl<W: Write> File<W> {
    /// Begins a file.
    pub fn begin(mut out: W) -> std::io::Result<Self> {
        out.write_all(HEADER)?;
        let written = u64::try_from(HEADER.len()).unwrap_or_default();
        Ok(Self { out, written, places: vec![0, 0], nodes: Vec::new(), open: Vec::new(), node: 2, root: 1 })
    }

    /// Promises an object.
    pub fn reserve(&mut self) -> Ref {
        self.places.push(0);
        u32::try_from(self.places.len()).unwrap_or(u32::MAX)
    }

    /// Writes a promised object.
    pub fn put(&mut self, id: Ref, body: &[u8]) -> std::io::Result<()> {
        self.start(id)?;
        self.raw(body)?;
        self.raw(b"\nendobj\n")
    }

    /// Writes a promised stream; `entries` are further entries of its dictionary.
    pub fn put_stream(&mut self, id: Ref, entries: &str, bytes: &[u8]) -> std::io::Result<()> {
        self.start(id)?;
        self.raw(format!("<</Length {}{entries}>>stream\n", bytes.len()).as_bytes())?;
        self.raw(bytes)?;
        self.raw(b"\nendstream\nendobj\n")
    }

    /// Writes an object that another writer made, given whole with its number.
    pub fn put_whole(&mut self, id: Ref, object: &[u8]) -> std::io::Result<()> {
        self.remember(id);
        self.raw(object)?;
        self.raw(b"\n")
    }

    /// Writes a page: size in points, a stream of drawing, and what it needs.
    pub fn page(&mut self, size: (&str, &str), contents: Ref, resources: &str) -> std::io::Result<()> {
        if self.open.len() >= PAGES_IN_A_NODE {
            self.close_node()?;
            self.node = self.reserve();
        }
        let id = self.reserve();
        let (node, (width, height)) = (self.node, size);
        self.put(
            id,
            format!("<</Type/Page/Parent {node} 0 R/MediaBox[0 0 {width} {height}]/Resources<<{resources}>>/Contents {contents} 0 R>>")
                .as_bytes(),
        )?;
        self.open.push(id);
        Ok(())
    }

    /// Whether no page was written yet.
    pub fn is_empty(&self) -> bool {
        self.open.is_empty() && self.nodes.is_empty()
    }

    fn close_node(&mut self) -> std::io::Result<()> {
        let pages = std::mem::take(&mut self.open);
        let kids = list(&pages);
        let (root, node, count) = (self.root, self.node, pages.len());
        self.put(node, format!("<</Type/Pages/Parent {root} 0 R/Kids[{kids}]/Count {count}>>").as_bytes())?;
        self.nodes.push((node, count));
        Ok(())
    }

    /// Writes the tree of pages, the catalogue and the table of places.
    pub fn finish(mut self, title: &str) -> std::io::Result<W> {
        self.close_node()?;
        let nodes: Vec<Ref> = self.nodes.iter().map(|(node, _)| *node).collect();
        let count: usize = self.nodes.iter().map(|(_, count)| *count).sum();
        self.put(self.root, format!("<</Type/Pages/Kids[{}]/Count {count}>>", list(&nodes)).as_bytes())?;
        let info = self.reserve();
        self.put(info, format!("<</Title{}/Producer(Waybill)>>", text_string(title)).as_bytes())?;
        let catalogue = self.reserve();
        let root = self.root;
        self.put(catalogue, format!("<</Type/Catalog/Pages {root} 0 R>>").as_bytes())?;
        let start = self.written;
        let size = self.places.len().saturating_add(1);
        let mut table = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for place in &self.places {
            let line = if *place == 0 { "0000000000 65535 f \n".to_owned() } else { format!("{place:010} 00000 n \n") };
            table.push_str(&line);
        }
        self.raw(table.as_bytes())?;
        self.raw(format!("trailer\n<</Size {size}/Root {catalogue} 0 R/Info {info} 0 R>>\nstartxref\n{start}\n%%EOF\n").as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn start(&mut self, id: Ref) -> std::io::Result<()> {
        self.remember(id);
        self.raw(format!("{id} 0 obj\n").as_bytes())
    }

    fn remember(&mut self, id: Ref) {
        let index = usize::try_from(id).unwrap_or_default().checked_sub(1);
        if let Some(place) = index.and_then(|index| self.places.get_mut(index)) {
            *place = self.written;
        }
    }

    fn raw(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.out.write_all(bytes)?;
        self.written = self.written.saturating_add(u64::try_from(bytes.len()).unwrap_or_default());
        Ok(())
    }
}

fn list(refs: &[Ref]) -> String {
    refs.iter().map(|id| format!("{id} 0 R")).collect::<Vec<_>>().join(" ")
}

/// A text as UTF-16 in hexadecimal, which cannot end early whatever it holds.
#[must_use]
pub fn text_string(text: &str) -> String {
    let digits: String = text.encode_utf16().map(|unit| format!("{unit:04X}")).collect();
    format!("<FEFF{digits}>")
}
