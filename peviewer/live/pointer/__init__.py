"""What stands where the pointer is: lines across the data, a tag with what is read there."""
