//! [`Tree`]: the tree of a search, its nodes in one vector, with the children of each as a linked
//! list.

use crate::game::Choice;
use std::collections::HashMap;

/// The index of a node; 0 is the root.
pub(super) type Index = u32;

/// The most nodes, of 32 bytes each. A hundred thousand iterations need fewer.
const MOST: usize = 1 << 21;

/// One more than the largest code of a placement.
pub(super) const PLACEMENT_CODES: usize = 256;

/// The index that stands for no node.
const NONE: Index = Index::MAX;

/// One choice at one point of the game, and what came of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchNode {
    /// The choice that leads here: the code of a placement, or a larger number for a choice of
    /// another kind; for children of the root, the index of the choice.
    pub code: u16,
    /// How promising the choice looks before any is tried, compared with its siblings; above 0.
    pub weight: f32,
    /// How many times it was tried.
    pub visits: u32,
    /// How many times it could have been tried.
    pub available: u32,
    /// The sum of the rewards of the seat that chooses it.
    pub sum: f32,
    /// The sum of their squares.
    pub squares: f32,
    child: Index,
    sibling: Index,
}

impl SearchNode {
    fn new(code: u16, weight: f32) -> Self {
        Self {
            code,
            weight,
            visits: 0,
            available: 0,
            sum: 0.0,
            squares: 0.0,
            child: NONE,
            sibling: NONE,
        }
    }

    /// The mean reward; `otherwise` before it was tried.
    pub(super) fn mean(&self, otherwise: f32) -> f32 {
        if self.visits == 0 { otherwise } else { self.sum / self.visits as f32 }
    }
}

/// The nodes of one search. Its memory is kept from one search to the next.
#[derive(Debug, Clone)]
pub(super) struct Tree {
    nodes: Vec<SearchNode>,
    /// The most nodes.
    most: usize,
    /// The codes of the choices in the tree other than placements.
    others: HashMap<Choice, u16>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: Vec::new(), most: MOST, others: HashMap::new() }
    }
}

impl Tree {
    /// Removes all nodes but a new root.
    pub(super) fn clear(&mut self) {
        self.nodes.clear();
        self.others.clear();
        self.nodes.push(SearchNode::new(0, 1.0));
    }

    /// A tree of at most `most` nodes.
    #[cfg(test)]
    pub(super) fn with_room(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Leaves room for other trees: one of `trees` has at most that share of the nodes.
    pub(super) fn share_room(&mut self, trees: usize) {
        self.most = MOST / trees;
    }

    /// The code of a choice other than a placement; `None`: all codes are used up.
    pub(super) fn code_of(&mut self, choice: &Choice) -> Option<u16> {
        let next = u16::try_from(PLACEMENT_CODES + self.others.len()).ok();
        match self.others.get(choice) {
            Some(&code) => Some(code),
            None => next.inspect(|&code| {
                self.others.insert(choice.clone(), code);
            }),
        }
    }

    /// The number of nodes.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The number of different choices in the tree other than placements.
    #[cfg(test)]
    pub(super) fn others(&self) -> usize {
        self.others.len()
    }

    /// Whether `more` nodes may be added. Children of the root are added in any case.
    pub(super) fn has_room(&self, more: usize) -> bool {
        self.nodes.len() + more <= self.most
    }

    pub(super) fn node(&self, index: Index) -> &SearchNode {
        &self.nodes[index as usize]
    }

    pub(super) fn node_mut(&mut self, index: Index) -> &mut SearchNode {
        &mut self.nodes[index as usize]
    }

    pub(super) fn add(&mut self, parent: Index, code: u16, weight: f32) {
        let index = self.nodes.len() as Index;
        let sibling = std::mem::replace(&mut self.nodes[parent as usize].child, index);
        self.nodes.push(SearchNode { sibling, ..SearchNode::new(code, weight) });
    }

    /// The child that was tried least, the one added last among equals; the parent if it has no
    /// children.
    pub(super) fn least_tried(&self, parent: Index) -> Index {
        self.children(parent).min_by_key(|&child| self.node(child).visits).unwrap_or(parent)
    }

    pub(super) fn first_child(&self, parent: Index) -> Option<Index> {
        Some(self.nodes[parent as usize].child).filter(|&index| index != NONE)
    }

    pub(super) fn sibling(&self, index: Index) -> Option<Index> {
        Some(self.nodes[index as usize].sibling).filter(|&index| index != NONE)
    }

    /// The children of a node, last added first.
    pub(super) fn children(&self, parent: Index) -> impl Iterator<Item = Index> + '_ {
        std::iter::successors(self.first_child(parent), |&index| self.sibling(index))
    }
}
