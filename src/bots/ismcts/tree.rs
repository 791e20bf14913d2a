//! The tree: nodes in one row, the children of each as a list through it.

/// The number of a node; 0 is the root.
pub(super) type Index = u32;

/// The most nodes, of 32 bytes each: more than a hundred thousand iterations need.
const MOST: usize = 1 << 21;

/// No node.
const NONE: Index = Index::MAX;

/// One choice at one point of the game, and what became of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchNode {
    /// The choice that leads here: the code of a placement, or at the root the number of a choice of another kind.
    pub code: u16,
    /// How promising the choice looks before anything was tried, compared with its siblings; more than 0.
    pub weight: f32,
    /// How often it was tried.
    pub visits: u32,
    /// How often it could have been.
    pub available: u32,
    /// The rewards of whoever chooses it, summed.
    pub sum: f32,
    /// Their squares, summed.
    pub squares: f32,
    child: Index,
    sibling: Index,
}

impl SearchNode {
    fn new(code: u16, weight: f32) -> Self {
        Self { code, weight, visits: 0, available: 0, sum: 0.0, squares: 0.0, child: NONE, sibling: NONE }
    }

    /// The mean reward; `otherwise` before anything was tried.
    pub fn mean(&self, otherwise: f32) -> f32 {
        if self.visits == 0 { otherwise } else { self.sum / self.visits as f32 }
    }
}

/// The nodes of one search. Its memory is kept from one search to the next.
#[derive(Debug)]
pub(super) struct Tree {
    nodes: Vec<SearchNode>,
    /// How many nodes there may be.
    most: usize,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: Vec::new(), most: MOST }
    }
}

impl Tree {
    /// Begins anew, with a root alone.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(SearchNode::new(0, 1.0));
    }

    /// One of at most so many nodes.
    #[cfg(test)]
    pub fn of(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// How many nodes there are.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether so many nodes may be added. The children of the root have room always.
    pub fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.most
    }

    pub fn node(&self, index: Index) -> &SearchNode {
        &self.nodes[index as usize]
    }

    pub fn node_mut(&mut self, index: Index) -> &mut SearchNode {
        &mut self.nodes[index as usize]
    }

    pub fn add(&mut self, parent: Index, code: u16, weight: f32) {
        let index = self.nodes.len() as Index;
        let sibling = std::mem::replace(&mut self.nodes[parent as usize].child, index);
        self.nodes.push(SearchNode { sibling, ..SearchNode::new(code, weight) });
    }

    /// The child that was tried least; among equals the one added last. The parent where it has none.
    pub fn least_tried(&self, parent: Index) -> Index {
        self.children(parent).min_by_key(|&child| self.node(child).visits).unwrap_or(parent)
    }

    pub fn first_child(&self, parent: Index) -> Option<Index> {
        Some(self.nodes[parent as usize].child).filter(|&index| index != NONE)
    }

    pub fn sibling(&self, index: Index) -> Option<Index> {
        Some(self.nodes[index as usize].sibling).filter(|&index| index != NONE)
    }

    /// The children of a node, last added first.
    pub fn children(&self, parent: Index) -> impl Iterator<Item = Index> + '_ {
        std::iter::successors(self.first_child(parent), |&index| self.sibling(index))
    }
}
